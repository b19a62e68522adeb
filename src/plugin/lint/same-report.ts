import type { LintReport } from '../../core/lint/report';

/** Whether two reports show the same: then nothing needs to be drawn anew. */
export function isSameReport(a: LintReport, b: LintReport): boolean {
  return (
    a.notes === b.notes &&
    isSameList(
      a.findings,
      b.findings,
      (one, other) =>
        one.id === other.id &&
        one.message === other.message &&
        one.severity === other.severity &&
        isSamePlace(one, other),
    ) &&
    isSameList(
      a.gaps,
      b.gaps,
      (one, other) => one.link === other.link && one.path === other.path && isSamePlace(one, other),
    ) &&
    isSameList(
      a.problems,
      b.problems,
      (one, other) => one.path === other.path && one.message === other.message,
    )
  );
}

interface Placed {
  readonly line: number;
  readonly column: number;
  readonly span: { readonly start: number; readonly end: number } | null;
}

function isSamePlace(a: Placed, b: Placed): boolean {
  return (
    a.line === b.line &&
    a.column === b.column &&
    a.span?.start === b.span?.start &&
    a.span?.end === b.span?.end
  );
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => {
      const other = b[at];
      return other !== undefined && isSame(one, other);
    })
  );
}
