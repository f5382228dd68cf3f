import { useQuery } from '@tanstack/react-query';
import { DeviceSetupProgramming } from './device-setup-programming.tsx';
import { setupQuery, useSetupStream } from './device-setup.queries.ts';

/** Shows how a newly registered device takes its settings. Renders no content without settings to take. */
export function DeviceSetupLast({ serial }: { serial: string }) {
  useSetupStream(serial);
  const { data: setup } = useQuery(setupQuery(serial));
  return setup && setup.state !== 'none' ? <DeviceSetupProgramming setup={setup} /> : null;
}
