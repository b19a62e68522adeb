declare const HERMES_CODE: string | undefined;

/**
 * Tells the code that reads and judges notes from that of any other version; the build puts it in, a hash over the
 * sources. Part of the fingerprint of whatever is kept: nobody has to remember to raise a number.
 */
export const CODE = typeof HERMES_CODE === 'string' ? HERMES_CODE : 'not built';
