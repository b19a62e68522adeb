import { countEventRefs } from './events';

/** What a plugin can leave behind in a page, counted; equal before enabling and after disabling. */
export interface Traces {
  readonly eventRefs: number;
  readonly listeners: number;
  readonly timeouts: number;
  readonly intervals: number;
  readonly observers: number;
  readonly styleElements: number;
  readonly databases: number;
}

let listeners = 0;
let databases = 0;
const timeouts = new Set<number>();
const intervals = new Set<number>();
const observers = new Set<object>();

/** Counts from now on; call once, before any code under test runs. */
export function startCounting(): void {
  countListeners(window);
  countListeners(document);
  countTimers();
  countObservers();
  countDatabases();
}

export function countTraces(): Traces {
  return {
    eventRefs: countEventRefs(),
    listeners,
    timeouts: timeouts.size,
    intervals: intervals.size,
    observers: observers.size,
    styleElements: document.querySelectorAll('style, link[rel=stylesheet]').length,
    databases,
  };
}

/** Listeners on elements go with the elements; those on window and document stay until they are removed. */
function countListeners(target: Window | Document): void {
  const known = new Map<unknown, Set<string>>();
  const add = target.addEventListener.bind(target) as EventTarget['addEventListener'];
  const remove = target.removeEventListener.bind(target) as EventTarget['removeEventListener'];
  const key = (type: string, options?: boolean | EventListenerOptions): string =>
    `${type} ${String(typeof options === 'boolean' ? options : (options?.capture ?? false))}`;
  target.addEventListener = ((type: string, listener: EventListener, options?: boolean) => {
    const keys = known.get(listener) ?? new Set<string>();
    if (!keys.has(key(type, options))) listeners += 1;
    known.set(listener, keys.add(key(type, options)));
    add(type, listener, options);
  }) as typeof target.addEventListener;
  target.removeEventListener = ((type: string, listener: EventListener, options?: boolean) => {
    if (known.get(listener)?.delete(key(type, options))) listeners -= 1;
    remove(type, listener, options);
  }) as typeof target.removeEventListener;
}

function countTimers(): void {
  const setTimeout = window.setTimeout.bind(window) as (run: () => void, delay?: number) => number;
  const setInterval = window.setInterval.bind(window) as (run: () => void, delay?: number) => number;
  const clearTimeout = window.clearTimeout.bind(window);
  const clearInterval = window.clearInterval.bind(window);
  window.setTimeout = ((run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
    const id = setTimeout(() => {
      timeouts.delete(id);
      run(...args);
    }, delay);
    timeouts.add(id);
    return id;
  }) as typeof window.setTimeout;
  window.setInterval = ((run: () => void, delay?: number) => {
    const id = setInterval(run, delay);
    intervals.add(id);
    return id;
  }) as typeof window.setInterval;
  window.clearTimeout = (id) => {
    timeouts.delete(Number(id));
    clearTimeout(id);
  };
  window.clearInterval = (id) => {
    intervals.delete(Number(id));
    clearInterval(id);
  };
}

function countObservers(): void {
  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const) {
    const method = (key: 'observe' | 'disconnect'): (() => void) =>
      Object.getOwnPropertyDescriptor(window[name].prototype, key)?.value as () => void;
    const observe = method('observe');
    const disconnect = method('disconnect');
    window[name].prototype.observe = function (this: object, ...args: unknown[]) {
      observers.add(this);
      Reflect.apply(observe, this, args);
    };
    window[name].prototype.disconnect = function (this: object) {
      observers.delete(this);
      Reflect.apply(disconnect, this, []);
    };
  }
}

function countDatabases(): void {
  const open = indexedDB.open.bind(indexedDB);
  IDBFactory.prototype.open = (name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => {
      databases += 1;
    });
    return request;
  };
  const close = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'close')?.value as () => void;
  IDBDatabase.prototype.close = function (this: IDBDatabase) {
    databases -= 1;
    Reflect.apply(close, this, []);
  };
}
