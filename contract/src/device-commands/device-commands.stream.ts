import { streamEvent } from '../kernel/stream.ts';
import { commandSchema } from './device-commands.schema.ts';

/** A command of a device that this person sees has come a step further: sent, acknowledged, or ended. */
export const commandChangedEvent = streamEvent({
  name: 'deviceCommands.changed',
  delivery: 'durable',
  data: commandSchema,
});
