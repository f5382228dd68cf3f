import { streamEvent } from '../kernel/stream.ts';
import { positionSchema } from './tracking.schema.ts';

export const positionEvent = streamEvent({ name: 'position', delivery: 'newest', data: positionSchema });
