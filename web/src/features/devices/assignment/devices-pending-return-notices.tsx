import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { takenTexts as texts } from '@trace/contract/devices/assignment/devices.taken.texts';
import { takenQuery, useGiveBack } from './devices.pending-return.queries.ts';

/**
 * Notices about devices that were taken from the user, each with a button to give the device back. Renders nothing when
 * there are none.
 */
export default function DevicesTakenNotices() {
  const { data } = useQuery(takenQuery);
  return data?.devices.map(({ serialNumber }) => <TakenNotice key={serialNumber} serial={serialNumber} />);
}

function TakenNotice({ serial }: { serial: string }) {
  const giveBack = useGiveBack();
  const title = texts.takenTitle(serial);
  return (
    <AmberNotice
      label={title}
      icon={IconArrowBackUp}
      title={title}
      actions={
        <Button
          variant="default"
          aria-label={texts.takenBackOf(serial)}
          loading={giveBack.isPending}
          onClick={() => giveBack.mutate(serial)}
        >
          {texts.takenBack}
        </Button>
      }
    >
      {texts.takenText}
    </AmberNotice>
  );
}
