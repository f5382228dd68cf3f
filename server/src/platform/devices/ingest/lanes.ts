// Which lane stores the messages of a device, and which lane gives way.
import type { HandledKind } from '../device-message.ts';
import { pause } from './batch-settler.ts';
import { laneOfKind } from './entry.ts';
import type { LaneName } from './entry.ts';
import type { IngestLane, IngestLaneOptions } from './lane.ts';
import type { Suspects } from './suspects.ts';

/** How a lane waits for other lanes and shares with them. */
type Between = Pick<IngestLaneOptions, 'giveWay' | 'borrow'>;

export type OpenLane = (name: LaneName, between: Between) => Promise<IngestLane>;

/**
 * While one lane of positions stores, the other collects and acknowledges. Presses of different devices are stored at
 * the same time (decision 052).
 */
const COUNTS = { events: 4, telemetry: 2 };

/**
 * A batch of positions waits at most this long while presses are stored. Beside a flood of positions, each of the forty statements
 * of a press would wait for a turn of the event loop.
 */
const LONGEST_WAIT_MS = 100;

/** Up to so many positions, those that wait in both lanes share a transaction (decision 057). */
const SHARED_POSITIONS = 32;

/** A device always uses the same lane of a name, which keeps its messages in order. */
export async function createLanes(open: OpenLane, suspects: Pick<Suspects, 'has'>) {
  const openMany = (name: keyof typeof COUNTS, between: Between): Promise<IngestLane[]> =>
    Promise.all(Array.from({ length: COUNTS[name] }, () => open(name, between)));

  const alone: Between = { giveWay: async () => {}, borrow: () => [] };
  const events = await openMany('events', alone);
  const [control, suspectLane] = [await open('control', alone), await open('suspects', alone)];

  const waitForEvents = async (): Promise<void> => {
    const busy = events.filter((lane) => !lane.isIdle());
    if (busy.length > 0) await Promise.race([Promise.all(busy.map((lane) => lane.drained())), pause(LONGEST_WAIT_MS)]);
  };
  const telemetry: IngestLane[] = await openMany('telemetry', {
    giveWay: waitForEvents,
    borrow: (own, stored) => telemetry.flatMap((lane) => lane.lend(SHARED_POSITIONS - own, stored)),
  });

  return {
    control,
    events,
    all: [...events, control, suspectLane, ...telemetry],
    of(kind: HandledKind, deviceId: number, serial: string): IngestLane {
      const name = laneOfKind[kind];
      if (name === 'events') return events[deviceId % events.length]!;
      if (suspects.has(serial)) return suspectLane;
      return name === 'telemetry' ? telemetry[deviceId % telemetry.length]! : control;
    },
  };
}
