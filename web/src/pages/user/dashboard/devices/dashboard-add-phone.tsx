import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import { lazy, Suspense, useState } from 'react';

const PhonesDialog = lazy(() => import('#features/phones/phones-dialog.tsx'));

/** PHON-01: the button that adds the user's own phone, with its dialog. */
export function AddPhone({ variant = 'default' }: { variant?: 'default' | 'filled' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <NeedsNetwork isTight>
        {(button) => (
          <Button
            variant={variant}
            leftSection={<IconDeviceMobilePlus size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setOpen(true)}
            {...button}
          >
            {phonesTexts.add}
          </Button>
        )}
      </NeedsNetwork>
      <Suspense>{isOpen && <PhonesDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
