import { failureWords } from '#lib/http/api.ts';
import type { NetworkProps } from '#ui/layout/needs-network.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import { lazy, Suspense, useState } from 'react';
import { viewOf } from './firmware-view.ts';
import { firmwareQuery } from './firmware.queries.ts';

const FirmwareDialog = lazy(() => import('./firmware-dialog.tsx'));

interface CheckButtonProps {
  device: { readonly serialNumber: string; readonly name: string };
  status: DeviceStatus | undefined;
  off: NetworkProps;
}

/** CTRL-01, CTRL-03: says that the firmware is up to date, or opens the update dialog. */
export function FirmwareCheckButton({ device, status, off }: CheckButtonProps) {
  const { serialNumber, name } = device;
  const queryClient = useQueryClient();
  const [isChecking, setChecking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const about = `firmware ${serialNumber}`;
  const check = async () => {
    setChecking(true);
    try {
      const firmware = await queryClient.fetchQuery(firmwareQuery(serialNumber));
      if (viewOf(firmware, null).kind !== 'up-to-date') return setOpen(true);
      const { currentVersion } = firmware;
      const text = currentVersion === null ? texts.unknownVersion : texts.upToDate(name, currentVersion);
      showToast({ tone: currentVersion === null ? 'info' : 'done', about, title: texts.upToDateTitle, text });
    } catch (error) {
      showToast({ tone: 'failed', about, title: texts.checkFailed, text: failureWords(error) });
    } finally {
      setChecking(false);
    }
    return undefined;
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={17} stroke={1.7} />}
        loading={isChecking}
        onClick={() => void check()}
        {...off}
      >
        {texts.checkUpdate}
      </Button>
      <Suspense>{isOpen && <FirmwareDialog device={device} status={status} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
