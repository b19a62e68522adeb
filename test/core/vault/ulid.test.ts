import { expect, test } from 'vitest';
import { newUlid } from '../../../src/core/vault/ulid';

const random = { bytes: (length: number) => new Uint8Array(length).fill(7) };

test.each([-1000, 0, Date.UTC(2026, 6, 4), 8_640_000_000_000_000])('a clock at %d gives an id', (now) => {
  expect(newUlid({ now: () => now }, random)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});
