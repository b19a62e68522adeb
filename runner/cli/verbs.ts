import type { Verb } from './verb';

/** A verb by name; its file is loaded only when it is called or helped with, so that the CLI starts fast. */
export interface VerbEntry {
  readonly name: string;
  load(): Promise<Verb>;
}

/** Every verb, in the order in which the help lists them. */
export const VERBS: readonly VerbEntry[] = [
  { name: 'init', load: async () => (await import('./verbs/init')).init },
  { name: 'run', load: async () => (await import('./verbs/run')).run },
  { name: 'status', load: async () => (await import('./verbs/status')).status },
  { name: 'lint', load: async () => (await import('./verbs/lint')).lint },
  { name: 'index', load: async () => (await import('./verbs/index')).index },
  { name: 'log', load: async () => (await import('./verbs/log')).log },
  { name: 'ignore', load: async () => (await import('./verbs/ignore')).ignore },
  { name: 'config', load: async () => (await import('./verbs/config')).config },
  { name: 'doctor', load: async () => (await import('./verbs/doctor')).doctor },
  { name: 'host', load: async () => (await import('./verbs/host')).host },
];
