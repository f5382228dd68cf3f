import { useQuery } from '@tanstack/react-query';
import { DeviceSetupProgramming } from './device-setup-programming.tsx';
import { setupQuery, useSetupStream } from './device-setup.queries.ts';

/** How a device that was just registered takes its settings; nothing where it has none to take. */
export function DeviceSetupLast({ serial }: { serial: string }) {
  useSetupStream(serial);
  const { data: setup } = useQuery(setupQuery(serial));
  return setup && setup.state !== 'none' ? <DeviceSetupProgramming setup={setup} /> : null;
}
