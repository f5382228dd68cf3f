import { Badge, Button, Text } from '@mantine/core';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconCrown, IconLock, IconMap2 } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { trackingCardTexts } from '@trace/contract/tracking/tracking.card.texts';

interface TrackingCardProps {
  device: Device;
  isPremium: boolean;
  onOpen: () => void;
  onUpgrade: () => void;
}

/** Links to the live view, or to the plan that includes the live view (UDASH-04). */
export function TrackingCard({ device, isPremium, onOpen, onUpgrade }: TrackingCardProps) {
  return (
    <SectionCard title={trackingCardTexts.cardTitle} aside={!isPremium && <PremiumBadge />}>
      <Text size="sm" c="dimmed" mb="md">
        {trackingCardTexts.cardText(device.name)}
      </Text>
      {isPremium ? (
        <NeedsNetwork>
          {(button) => (
            <Button
              variant="light"
              fullWidth
              leftSection={<IconMap2 size={17} stroke={1.7} />}
              onClick={onOpen}
              {...button}
            >
              {trackingCardTexts.openLiveView}
            </Button>
          )}
        </NeedsNetwork>
      ) : (
        <NeedsNetwork>
          {(button) => (
            <Button
              variant="light"
              fullWidth
              leftSection={<IconCrown size={17} stroke={1.7} />}
              onClick={onUpgrade}
              {...button}
            >
              {trackingCardTexts.upgrade}
            </Button>
          )}
        </NeedsNetwork>
      )}
    </SectionCard>
  );
}

function PremiumBadge() {
  return (
    <Badge color="gray" leftSection={<IconLock size={12} stroke={2} />}>
      {trackingCardTexts.premium}
    </Badge>
  );
}
