import { beatEvent, helloEvent, type AnyStreamEvent, type DataOf } from '@trace/contract/kernel/stream';

export interface FakeStream {
  EventSource: typeof EventSource;
  /** Pushes an event to the page, checked against the contract. `id` is the id of an outbox event. */
  push: <E extends AnyStreamEvent>(event: E, data: DataOf<E>, id?: string) => void;
  /** Pushes any text, as a server of another version might. */
  pushRaw: (event: AnyStreamEvent, text: string) => void;
  beat: () => void;
  /** Breaks the connection that is open, as a lost network does. */
  drop: () => void;
  /** `false`: no stream opens, as behind a proxy that blocks push. */
  setOpenable: (isOpenable: boolean) => void;
  /** `true`: a stream opens but sends no events. */
  setSilent: (isSilent: boolean) => void;
  /** Sets whether the next `hello` reports that no event was missed. */
  setComplete: (isComplete: boolean) => void;
  /** The addresses that were opened so far. */
  opened: () => string[];
  isOpen: () => boolean;
}

type Listener = (message: MessageEvent<string>) => void;

/** The page's end of a stream. */
interface FakeSource {
  onerror: (() => void) | null;
  listeners: Map<string, Listener[]>;
  addEventListener: (name: string, listener: Listener) => void;
  close: () => void;
}

/** The server's end of the page's stream. Sends `hello` soon after a page opens the stream. */
export function fakeStream(): FakeStream {
  const addresses: string[] = [];
  let current: FakeSource | null = null;
  let isOpenable = true;
  let isSilent = false;
  let isComplete = true;

  const open = (address: string): FakeSource => {
    const listeners = new Map<string, Listener[]>();
    const source: FakeSource = {
      onerror: null,
      listeners,
      addEventListener: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
      close: () => {
        if (current === source) current = null;
      },
    };
    addresses.push(address);
    setTimeout(() => answer(source));
    return source;
  };

  const answer = (source: FakeSource) => {
    if (!isOpenable) return source.onerror?.();
    current = source;
    if (!isSilent) push(helloEvent, { streamId: crypto.randomUUID(), at: Date.now(), complete: isComplete });
  };

  const push = <E extends AnyStreamEvent>(event: E, data: DataOf<E>, id = '') => {
    pushRaw(event, JSON.stringify(event.data.parse(data)), id);
  };

  const pushRaw = (event: AnyStreamEvent, text: string, id = '') => {
    const message = new MessageEvent(event.name, { data: text, lastEventId: id });
    for (const listener of current?.listeners.get(event.name) ?? []) listener(message);
  };

  return {
    EventSource: constructorOf(open),
    push,
    pushRaw,
    beat: () => push(beatEvent, { at: Date.now() }),
    drop: () => current?.onerror?.(),
    setOpenable: (next) => {
      isOpenable = next;
    },
    setSilent: (next) => {
      isSilent = next;
    },
    setComplete: (next) => {
      isComplete = next;
    },
    opened: () => addresses,
    isOpen: () => current !== null,
  };
}

/** A page calls `new EventSource(address)`. The return value of a constructor function replaces the new object. */
function constructorOf(open: (address: string) => FakeSource): typeof EventSource {
  return function EventSource(address: string) {
    return open(address);
  } as unknown as typeof EventSource;
}
