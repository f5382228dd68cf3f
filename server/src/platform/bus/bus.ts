// Features tell each other what happened, inside this process. What must survive a crash goes through the outbox.
import type { Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

/** A kind of event and, for the compiler, the shape of its payload. */
export interface EventType<Payload> {
  /** `<feature>.<past tense>`, such as 'device.registered'. */
  readonly name: string;
  readonly payloadType?: Payload;
}

export type Handler<Payload> = (payload: Payload) => void | Promise<void>;

export interface Bus {
  /** Calls all handlers now; those that are asynchronous are not waited for. Never throws. */
  announce<Payload>(event: EventType<Payload>, payload: Payload): void;
  on<Payload>(event: EventType<Payload>, handler: Handler<Payload>): Stop;
}

export function defineEvent<Payload>(name: string): EventType<Payload> {
  return { name };
}

/** A handler that throws or rejects is logged; its neighbours still hear the event. */
export function createBus(log: Log): Bus {
  const handlers = new Map<string, Set<Handler<never>>>();

  const call = async (name: string, handler: Handler<never>, payload: never): Promise<void> => {
    try {
      await handler(payload);
    } catch (error) {
      log.error({ err: error, event: name }, 'Event handler failed, the event is not redelivered to it');
    }
  };

  return {
    announce: (event, payload) => {
      // A copy: a handler may stop itself or a neighbour while it runs.
      for (const handler of [...(handlers.get(event.name) ?? [])]) void call(event.name, handler, payload as never);
    },
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
