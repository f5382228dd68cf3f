import {
  cancelDeviceCommand,
  listDeviceCommands,
  listDeviceResponses,
  sendDeviceCommand,
} from '@trace/contract/device-commands/device-commands.api';
import type {
  CommandAnswer,
  DeviceCommand,
  DeviceResponse,
} from '@trace/contract/device-commands/device-commands.schema';
import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import { ago } from './fake-server-status.ts';
import { refuse, type FakeServer } from '../fake-server.ts';

/** The fake server's commands of a single device. */
export interface ControlWorld {
  serialNumber: string;
  commands: DeviceCommand[];
  responses: DeviceResponse[];
}

export function anAnswer(change: Partial<CommandAnswer> = {}): CommandAnswer {
  return { success: true, message: null, status: null, sleepMode: null, logs: null, ...change };
}

export function aCommand(change: Partial<DeviceCommand> = {}): DeviceCommand {
  return {
    requestId: crypto.randomUUID(),
    serialNumber: 'Trace_4F21',
    command: 'getStatus',
    state: 'queued',
    sleepModeEnabled: null,
    sentBy: 'Mia Novak',
    isMine: true,
    mayCancel: false,
    createdAt: ago(0),
    expiresAt: ago(-0.5),
    sentAt: null,
    acknowledgedAt: null,
    finishedAt: null,
    answer: null,
    ...change,
  };
}

/** Serves the control panel, and gives a test the device's part: answers that arrive. */
export function serveControl(server: FakeServer, world: ControlWorld) {
  let events = 0;
  const put = (command: DeviceCommand): DeviceCommand => {
    world.commands = [command, ...world.commands.filter(({ requestId }) => requestId !== command.requestId)];
    return command;
  };
  server.on(listDeviceCommands, ({ query: { after } }) =>
    after === undefined
      ? { commands: world.commands.slice(0, 20), next: world.commands.length > 20 ? 'older' : null }
      : { commands: world.commands.slice(20), next: null },
  );
  server.on(listDeviceResponses, () => ({ responses: world.responses }));
  server.on(sendDeviceCommand, ({ body }) => {
    const sleepModeEnabled = body.command === 'configure' ? (body.parameters.sleepModeEnabled ?? null) : null;
    const { command, requestId = crypto.randomUUID(), serialNumber } = body;
    const state: DeviceCommand['state'] = body.when === 'wake' ? 'waiting' : 'queued';
    put(aCommand({ requestId, serialNumber, command, sleepModeEnabled, state, mayCancel: state === 'waiting' }));
    return { success: true, message: 'Command accepted.', requestId, state };
  });
  server.on(cancelDeviceCommand, ({ params: { id } }) => {
    const found = world.commands.find(({ requestId }) => requestId === id);
    if (!found?.mayCancel) return refuse('conflict', 'The command has already been sent.');
    return put({ ...found, state: 'cancelled', mayCancel: false, finishedAt: ago(0) });
  });
  return {
    /** Advances the newest command by a step and pushes the change to the open page. */
    advance(change: Partial<DeviceCommand>): void {
      events += 1;
      server.stream.push(commandChangedEvent, put({ ...world.commands[0]!, ...change }), String(events));
    },
  };
}
