import { expect, test } from 'vitest';
import { localDate, localStamp, readStamp } from '../../../src/core/logs/local-time';

test.each([
  ['2026-07-04T22:30:00Z', 'Europe/Berlin', '2026-07-05T00:30:00+02:00'],
  ['2026-07-04T02:00:00Z', 'America/New_York', '2026-07-03T22:00:00-04:00'],
  ['2026-07-04T00:00:00Z', 'UTC', '2026-07-04T00:00:00Z'],
  ['2026-07-04T00:00:00Z', 'Asia/Kathmandu', '2026-07-04T05:45:00+05:45'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+01:00'],
  ['2026-07-04T12:00:00Z', 'Pacific/Kiritimati', '2026-07-05T02:00:00+14:00'],
])('%s in %s is %s', (instant, zone, stamp) => {
  const at = Date.parse(instant);
  expect(localStamp(at, zone)).toBe(stamp);
  expect(localDate(at, zone)).toBe(stamp.slice(0, 10));
  expect(readStamp(stamp)).toBe(at);
});

test('what is no stamp is none', () => {
  expect(['', 'now', '2026-07-04', '2026-13-04T00:00:00Z', '2026-07-04T00:00:00'].map(readStamp)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
