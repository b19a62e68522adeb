import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  IDLE_MS,
  LONGEST_WAIT_MS,
  RefreshSchedule,
  SETTLE_MS,
} from '../../../src/plugin/lint/refresh-schedule';

describe('the schedule of refreshes', () => {
  it('waits for nothing when nothing changed', () => {
    const schedule = new RefreshSchedule();
    expect(schedule.wait(0)).toBeNull();
    expect(schedule.take(1e9)).toEqual([]);
  });

  it('takes a burst of changes together, once it has settled', () => {
    const schedule = new RefreshSchedule();
    schedule.changed('a.md', false, 0);
    schedule.changed('b.md', false, 300);
    schedule.changed('a.md', false, 400);
    expect(schedule.take(SETTLE_MS)).toEqual([]);
    expect(schedule.wait(SETTLE_MS)).toBe(400);
    expect(schedule.take(400 + SETTLE_MS)).toEqual(['a.md', 'b.md']);
    expect(schedule.wait(400 + SETTLE_MS)).toBeNull();
  });

  it('does not wait for ever for changes that never stop', () => {
    const schedule = new RefreshSchedule();
    for (let at = 0; at <= LONGEST_WAIT_MS; at += 100) schedule.changed('a.md', false, at);
    expect(schedule.wait(LONGEST_WAIT_MS)).toBe(0);
  });

  it('leaves the note that is being edited alone until the person stops', () => {
    const schedule = new RefreshSchedule();
    schedule.changed('mine.md', true, 0);
    schedule.changed('mine.md', true, 1000);
    schedule.changed('other.md', false, 1000);
    expect(schedule.take(1000 + SETTLE_MS)).toEqual(['other.md']);
    expect(schedule.isEdited('mine.md')).toBe(true);
    expect(schedule.take(1000 + IDLE_MS - 1)).toEqual([]);
    expect(schedule.take(1000 + IDLE_MS)).toEqual(['mine.md']);
    expect(schedule.isEdited('mine.md')).toBe(false);
  });

  it('gives each changed path exactly once after its last change', () => {
    const change = fc.record({
      path: fc.constantFrom('a', 'b', 'c'),
      active: fc.boolean(),
      after: fc.integer({ min: 0, max: 4000 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const schedule = new RefreshSchedule();
        const open = new Set<string>();
        let now = 0;
        for (const { path, active, after } of changes) {
          now += after;
          for (const taken of schedule.take(now)) expect(open.delete(taken)).toBe(true);
          schedule.changed(path, active, now);
          open.add(path);
        }
        for (let wait = schedule.wait(now); wait !== null; wait = schedule.wait(now)) {
          now += wait;
          for (const taken of schedule.take(now)) expect(open.delete(taken)).toBe(true);
        }
        expect(open).toEqual(new Set());
      }),
    );
  });
});
