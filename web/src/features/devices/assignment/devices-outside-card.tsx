import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { belongingTexts as texts } from '@trace/contract/devices/assignment/devices.belonging.texts';
import { useState } from 'react';
import { outsideQuery, useBringDevices } from './devices.belonging.queries.ts';

interface DevicesOutsideCardProps {
  company: { id: string; name: string };
  /** The employees of an owner already service the owner's devices. */
  isOwner: boolean;
  /** The company now counts more devices. */
  onBrought: () => void;
}

/**
 * REG-10: devices registered before the company existed move to the company only at their installer's request. Renders
 * nothing when there are none.
 */
export function DevicesOutsideCard({ company, isOwner, onBrought }: DevicesOutsideCardProps) {
  const { data } = useQuery(outsideQuery(company.id));
  const [isAsked, setAsked] = useState(false);
  const bring = useBringDevices(company.id);
  const count = data?.devices ?? 0;
  if (count === 0) return null;
  const close = () => setAsked(false);
  return (
    <SectionCard title={isOwner ? texts.outsideOfOwner : texts.outside}>
      <Text size="sm" mb="md">
        {(isOwner ? texts.outsideTextOfOwner : texts.outsideText)(count, company.name)}
      </Text>
      <Button variant="default" onClick={() => setAsked(true)}>
        {texts.bring(count)}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={texts.bringTitle(count, company.name)}
        confirmLabel={texts.bring(count)}
        isWorking={bring.isPending}
        onConfirm={() => bring.mutate(undefined, { onSuccess: onBrought, onSettled: close })}
        onClose={close}
      >
        {texts.bringNext}
      </ConfirmDialog>
    </SectionCard>
  );
}
