import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { useState } from 'react';
import { TrackingExportButton } from './tracking-export-button.tsx';
import { TrackingHistoryDays } from './tracking-history-days.tsx';
import { historyDaysQuery } from './tracking.history.queries.ts';
import type { RenderMap } from '../live/tracking-live-map.tsx';

interface HistoryCardProps {
  device: Device;
  renderMap: RenderMap;
}

/** PATH-03: shows any of the last 90 days on the map and in words. The map loads when the user opens the card. */
export function TrackingHistoryCard({ device, renderMap }: HistoryCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SectionCard
      title={texts.title}
      isFlush={isOpen}
      aside={isOpen && <TrackingExportButton serial={device.serialNumber} />}
    >
      {isOpen ? (
        <HistoryContent key={device.serialNumber} device={device} renderMap={renderMap} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {texts.text(device.name)}
          </Text>
          <NeedsNetwork>
            {(button) => (
              <Button
                variant="light"
                leftSection={<IconHistory size={17} stroke={1.7} />}
                onClick={() => setIsOpen(true)}
                {...button}
              >
                {texts.open}
              </Button>
            )}
          </NeedsNetwork>
        </>
      )}
    </SectionCard>
  );
}

function HistoryContent({ device, renderMap }: HistoryCardProps) {
  const { data, error, refetch } = useQuery(historyDaysQuery(device.serialNumber));
  if (data && data.days.length > 0) return <TrackingHistoryDays device={device} days={data} renderMap={renderMap} />;
  if (data) return <EmptyState icon={IconHistory} text={texts.noDays(device.name)} />;
  if (!error) return <LoadingText />;
  return (
    <EmptyState
      icon={IconHistory}
      text={`${texts.daysFailed} ${failureWords(error)}`}
      action={<Button onClick={() => void refetch()}>{texts.retry}</Button>}
    />
  );
}
