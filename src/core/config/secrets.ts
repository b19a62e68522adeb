/** Keys under which people paste what must not travel with a vault. */
const SECRET_KEY =
  /(^|[_-])(api[_-]?key|apikey|access[_-]?key|private[_-]?key|secret|token|password|passwd|passphrase|credentials?)s?$/i;

/** Keys of well-known services, private keys, and passwords inside addresses; each with a fixed beginning. */
const SECRET_VALUES = [
  /\bsk-[A-Za-z0-9_-]{16,}/,
  /\bgh[opsur]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bglpat-[A-Za-z0-9_-]{16,}/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[0-9A-Za-z_-]{30,}/,
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY/,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:]{1,100}:[^\s/@]{1,200}@/i,
] as const;

/** True if a setting of this name holds a secret. */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key.replace(/([a-z])([A-Z])/g, '$1_$2'));
}

/** One-based lines on which something stands that looks like a secret, comments included: they travel as well. */
export function linesWithSecrets(text: string): readonly number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (SECRET_VALUES.some((secret) => secret.test(line)) ? [index + 1] : []));
}

/** The text with whatever looks like a secret left out: messages quote what stands in the file. */
export function withoutSecrets(text: string): string {
  return SECRET_VALUES.reduce(
    (clean, secret) => clean.replace(new RegExp(secret, `${secret.flags}g`), '…'),
    text,
  );
}

/** What to do about a secret in the file; the secret itself is never repeated. */
export const SECRET_ADVICE =
  'looks like a secret, and this file travels with the vault; delete it here, put a fresh one into ' +
  '~/.config/hermes-harness/secrets.env (mode 0600) or the environment, and revoke the old one';
