declare const HERMES_VERSION: string | undefined;

/** The program's version; the build puts it in. */
export const VERSION = typeof HERMES_VERSION === 'string' ? HERMES_VERSION : '0.0.0';
