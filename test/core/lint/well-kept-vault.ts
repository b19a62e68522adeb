/** Pages that link to one another in every way that Obsidian understands, and in which nothing is wrong. */
export function wellKeptVault(pages: number): Record<string, string> {
  const files: Record<string, string> = {
    'Home.md': page(
      'Home',
      0,
      Array.from({ length: 10 }, (_, n) => `- [[Area ${n}/_index|Area ${n}]]`).join('\n'),
    ),
    'files/Plan of the house.png': '',
    'files/scan.pdf': '',
    'Board.canvas': '{"nodes":[],"edges":[]}',
  };
  const name = (n: number): string => {
    const forms = [
      `Page ${n}`,
      `Café no. ${n}`,
      `Release v1.${n}`,
      `${n} – a day’s work`,
      `100% of ${n}`,
      `page_${n}`,
    ];
    return forms[n % forms.length] ?? '';
  };
  const folder = (n: number): string => `Area ${n % 10}`;
  for (let n = 0; n < pages; n++) {
    const next = (n + 1) % pages;
    const far = (n * 7 + 3) % pages;
    const encoded = encodeURIComponent(name(far)).replaceAll('%2F', '/');
    files[`${folder(n)}/${name(n)}.md`] = page(
      name(n),
      n,
      [
        `Next is [[${name(next)}]], or [[${folder(next)}/${name(next)}|the next page]], or [here](${encodeURI(folder(far))}/${encoded}.md).`,
        '',
        `| what | where |\n| --- | --- |\n| [[${name(far)}\\|far]] | [[${name(far)}#Details ${far}\\|details]] |`,
        '',
        `## Details ${n}`,
        '',
        `Shown by ![[Plan of the house.png|300]] and [[scan.pdf#page=${n + 1}]]; see ![[${name(next)}#^fact]] and [[#Details ${n}]].`,
        '',
        `A fact with a number: ${n}. ^fact`,
        '',
        '```sh',
        `[[ -f "page-${n}.txt" ]] && echo "{{n}}" # TODO: nothing`,
        '```',
        '',
        `- [ ] TODO: a task that is open`,
        `- a wish: [[Not yet written ${n % 20}]]`,
      ].join('\n'),
    );
  }
  for (let area = 0; area < 10; area++) {
    const own = Array.from({ length: pages }, (_, n) => n).filter((n) => n % 10 === area);
    files[`Area ${area}/_index.md`] = page(
      `Area ${area}`,
      area,
      own.map((n) => `- [[${name(n)}]]`).join('\n'),
    );
  }
  return files;
}

function page(title: string, n: number, body: string): string {
  const day = String((n % 28) + 1).padStart(2, '0');
  return `---\ntitle: "${title}"\ncreated: 2026-03-${day}\ntags: [area/${n % 10}, kept]\nup: "[[Home]]"\nstatus: done\n---\n\n# ${title}\n\n${body}\n`;
}
