import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { belongingTexts as texts } from '@trace/contract/devices/assignment/devices.belonging.texts';
import { useState } from 'react';
import { outsideQuery, useBringDevices } from './devices.belonging.queries.ts';

/**
 * REG-10: devices registered before the company existed move to the company only at their installer's request. Renders
 * nothing when there are none.
 */
export function DevicesOutsideCard({ company }: { company: { id: string; name: string } }) {
  const { data } = useQuery(outsideQuery(company.id));
  const [isAsked, setAsked] = useState(false);
  const bring = useBringDevices(company.id);
  const count = data?.devices ?? 0;
  if (count === 0) return null;
  const close = () => setAsked(false);
  return (
    <SectionCard title={texts.outside}>
      <Text size="sm" mb="md">
        {texts.outsideText(count, company.name)}
      </Text>
      <Button variant="default" onClick={() => setAsked(true)}>
        {texts.bring(count)}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={texts.bringTitle(count, company.name)}
        confirmLabel={texts.bring(count)}
        isWorking={bring.isPending}
        onConfirm={() => bring.mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        {texts.bringNext}
      </ConfirmDialog>
    </SectionCard>
  );
}
