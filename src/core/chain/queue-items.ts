import { parseQueue, queueItemWords } from '../logs/task-queue';

/** Words of the queue's open items; none where there is no queue. */
export function openItems(queue: string | null): readonly string[] {
  if (queue === null) return [];
  return parseQueue(queue)
    .items.filter(({ state }) => state === 'open')
    .map(queueItemWords);
}
