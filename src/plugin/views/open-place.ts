import { MarkdownView, Platform, type App, type Editor, type WorkspaceLeaf } from 'obsidian';
import { noticeNotifier } from '../adapters/app-ports';
import { STRINGS } from '../strings';
import type { Place } from './group-findings';

/** Opens the file and selects the place; says so where there is no file to open. */
export async function openPlace(app: App, from: WorkspaceLeaf, place: Place, newTab: boolean): Promise<void> {
  const file = app.vault.getFileByPath(place.path);
  if (!file) {
    const isFolder = app.vault.getFolderByPath(place.path) !== null;
    noticeNotifier.notify(isFolder ? STRINGS.folderFinding(place.path) : STRINGS.gone(place.path));
    return;
  }
  const { workspace } = app;
  // On phones the list lies over the notes.
  if (Platform.isPhone && from.getRoot() === workspace.rightSplit) workspace.rightSplit.collapse();
  const leaf = workspace.getLeaf(newTab ? 'tab' : false);
  const line = place.line === null ? null : place.line - 1;
  await leaf.openFile(file, { active: true, ...(line === null ? {} : { eState: { line } }) });
  if (line !== null && leaf.view instanceof MarkdownView) select(leaf.view.editor, line, place);
}

function select(editor: Editor, line: number, place: Place): void {
  const start = { line, ch: place.column - 1 };
  const end = editor.offsetToPos(editor.posToOffset(start) + place.length);
  editor.setSelection(start, end);
  editor.scrollIntoView({ from: start, to: end }, true);
}
