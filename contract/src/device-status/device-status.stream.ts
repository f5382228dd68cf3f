import { streamEvent } from '../kernel/stream.ts';
import { deviceStatusSchema } from './device-status.schema.ts';

export const deviceStatusEvent = streamEvent({ name: 'device-status', delivery: 'newest', data: deviceStatusSchema });
