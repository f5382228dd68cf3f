// Publishes events between features inside this process. Events that must survive a crash go through the outbox.
import type { Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

/** A kind of event, with the shape of its payload for the compiler. */
export interface EventType<Payload> {
  /** `<feature>.<past tense>`, such as 'device.registered'. */
  readonly name: string;
  readonly payloadType?: Payload;
}

export type Handler<Payload> = (payload: Payload) => void | Promise<void>;

export interface Bus {
  /** Calls all handlers at once, without waiting for asynchronous handlers. Never throws. */
  announce<Payload>(event: EventType<Payload>, payload: Payload): void;
  /** The same, and resolves when all handlers have ended. */
  announceAndWait<Payload>(event: EventType<Payload>, payload: Payload): Promise<void>;
  on<Payload>(event: EventType<Payload>, handler: Handler<Payload>): Stop;
}

export function defineEvent<Payload>(name: string): EventType<Payload> {
  return { name };
}

/** Logs a handler that throws or rejects. The other handlers still receive the event. */
export function createBus(log: Log): Bus {
  const handlers = new Map<string, Set<Handler<never>>>();

  const call = async (name: string, handler: Handler<never>, payload: never): Promise<void> => {
    try {
      await handler(payload);
    } catch (error) {
      log.error({ err: error, event: name }, 'Event handler failed, the event is not redelivered to it');
    }
  };

  // Iterates over a copy, because a running handler may remove any handler.
  const announceAndWait: Bus['announceAndWait'] = async (event, payload) => {
    const running = [...(handlers.get(event.name) ?? [])].map((run) => call(event.name, run, payload as never));
    await Promise.all(running);
  };

  return {
    announce: (event, payload) => void announceAndWait(event, payload),
    announceAndWait,
    on: (event, handler) => {
      const listeners = handlers.get(event.name) ?? new Set();
      handlers.set(event.name, listeners);
      // A wrapper per call, so that the same handler may listen twice and stop once.
      const entry: Handler<never> = (payload) => handler(payload);
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
}
