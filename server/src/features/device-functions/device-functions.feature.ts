// The functions device-status and device-command, which combine several features in a single call.
// Serves programs that call the documented functions. The portal's own pages use the endpoints of each feature. FN-01.
import { sendDeviceCommand } from '@trace/contract/device-commands/device-commands.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { verifySerial } from '@trace/contract/devices/registration/devices.registration.api';
import type { Feature } from '#platform/feature/feature';
import { createCallLimits } from '#platform/http/requests/call-limits';
import { route } from '#platform/http/route';
import { createCommandFunction, type CommandFunctionDependencies } from './device-functions.command.service.ts';
import { createStatusFunction, type StatusFunctionDependencies } from './device-functions.status.service.ts';

type Dependencies = CommandFunctionDependencies & Omit<StatusFunctionDependencies, 'countVerify'>;

export function createDeviceFunctionsFeature(dependencies: Dependencies): Feature {
  const limits = createCallLimits(dependencies.clock);
  const countVerify = (accountId: string): void =>
    limits.count(deviceStatusFunction.name, accountId, verifySerial.limit!);
  const status = createStatusFunction({ ...dependencies, countVerify });
  const commands = createCommandFunction(dependencies);
  return {
    name: 'device-functions',
    routes: [
      route(deviceStatusFunction, ({ actor, origin, body }) => status.answer(actor, origin, body)),
      route(sendDeviceCommand, ({ actor, origin, body, signal }) => commands.send(actor, origin, body, signal)),
    ],
    start: () => () => limits.stop(),
  };
}
