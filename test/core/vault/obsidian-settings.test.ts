import { describe, expect, it } from 'vitest';
import { readObsidianSettings } from '../../../src/core/vault/obsidian-settings';
import { memoryVaultFs } from '../../support/memory-vault-fs';

async function read(files: Readonly<Record<string, string | Uint8Array>>, configDir = '.obsidian') {
  return readObsidianSettings(memoryVaultFs(files), configDir);
}

describe('Obsidian’s settings', () => {
  it('are the app’s defaults where no file stands', async () => {
    expect(await read({})).toEqual({
      settings: {
        configDir: '.obsidian',
        newLinkFormat: 'shortest',
        useMarkdownLinks: false,
        attachmentFolderPath: '/',
        showUnsupportedFiles: false,
        userIgnoreFilters: [],
        newFileLocation: 'root',
        newFileFolderPath: '',
        templateFolders: [],
        dailyNotes: { format: 'YYYY-MM-DD', folder: '', template: '' },
        propertyTypes: {},
      },
      problems: [],
    });
  });

  it('come from the folder that the vault keeps them in', async () => {
    const { settings, problems } = await read(
      {
        '.obsidian/app.json': '{"useMarkdownLinks": false}',
        '.config-work/app.json': JSON.stringify({
          newLinkFormat: 'relative',
          useMarkdownLinks: true,
          attachmentFolderPath: './files',
          showUnsupportedFiles: true,
          userIgnoreFilters: ['Archive/', '/^Old/'],
          newFileLocation: 'folder',
          newFileFolderPath: 'Inbox/',
          somethingNew: [1],
        }),
        '.config-work/daily-notes.json': '{"format":"YYYY/MM/DD","folder":"/Daily/","template":"T/day"}',
        '.config-work/templates.json': '{"folder":"T"}',
        '.config-work/plugins/templater-obsidian/data.json': '{"templates_folder":"T2/","trigger":true}',
        '.config-work/types.json': '{"types":{"created":"date","n":"number"}}',
      },
      '.config-work',
    );
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      configDir: '.config-work',
      newLinkFormat: 'relative',
      useMarkdownLinks: true,
      attachmentFolderPath: './files',
      showUnsupportedFiles: true,
      userIgnoreFilters: ['Archive/', '/^Old/'],
      newFileLocation: 'folder',
      newFileFolderPath: 'Inbox',
      templateFolders: ['T', 'T2'],
      dailyNotes: { format: 'YYYY/MM/DD', folder: 'Daily', template: 'T/day' },
      propertyTypes: { created: 'date', n: 'number' },
    });
  });

  it('lose one value that is wrong, and say which', async () => {
    const { settings, problems } = await read({
      '.obsidian/app.json':
        '\ufeff{"newLinkFormat":"longest","showUnsupportedFiles":"yes","useMarkdownLinks":true,"userIgnoreFilters":null}',
    });
    expect(settings).toMatchObject({
      newLinkFormat: 'shortest',
      showUnsupportedFiles: false,
      useMarkdownLinks: true,
      userIgnoreFilters: [],
    });
    expect(problems.map(({ path, kind, message }) => [path, kind, message.split(' ')[0]])).toEqual([
      ['.obsidian/app.json', 'malformed', 'newLinkFormat'],
      ['.obsidian/app.json', 'malformed', 'showUnsupportedFiles'],
    ]);
  });

  it.each(['', '{', '[]', '"x"', 'null', '[['.repeat(50_000)])(
    'survive a file that holds %.8s',
    async (text) => {
      const { settings, problems } = await read({ '.obsidian/app.json': text, '.obsidian/types.json': text });
      expect(settings.newLinkFormat).toBe('shortest');
      expect(problems.map(({ path }) => path)).toEqual(['.obsidian/app.json', '.obsidian/types.json']);
      for (const { message } of problems) expect(message.length).toBeLessThan(200);
    },
  );

  it('survive bytes that are no text', async () => {
    const { problems } = await read({ '.obsidian/templates.json': new Uint8Array([0xff, 0xfe]) });
    expect(problems).toMatchObject([{ path: '.obsidian/templates.json', kind: 'invalid-utf8' }]);
  });
});
