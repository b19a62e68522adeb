import type { Instant } from '../ports';

/** An instant as a clock on the wall of a zone shows it. */
export interface LocalTime {
  /** `2026-07-04` */
  readonly date: string;
  /** `02:00:13` */
  readonly time: string;
  /** `+02:00`; `Z` for no offset. */
  readonly offset: string;
}

/** Making a formatter costs a hundred times what using it costs. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, formatter);
  return formatter;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The wall clock at an instant in an IANA zone; throws `RangeError` for a zone that the platform does not know. */
export function localTime(at: Instant, zone: string): LocalTime {
  const parts = new Map(
    formatterFor(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? '0');
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  const minutes = Math.round((wall - Math.floor(at / 1000) * 1000) / 60_000);
  const size = Math.abs(minutes);
  return {
    date: `${String(part('year')).padStart(4, '0')}-${two(part('month'))}-${two(part('day'))}`,
    time: `${two(part('hour'))}:${two(part('minute'))}:${two(part('second'))}`,
    offset: minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`,
  };
}

/** The calendar date at an instant in a zone, as `2026-07-04`. */
export function localDate(at: Instant, zone: string): string {
  return localTime(at, zone).date;
}

/** `2026-07-04T02:00:13+02:00`: the local time, and exact. */
export function localStamp(at: Instant, zone: string): string {
  const { date, time, offset } = localTime(at, zone);
  return `${date}T${time}${offset}`;
}

/** Reads what `localStamp` gives, to the second; null for anything else. */
export function readStamp(text: string): Instant | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
