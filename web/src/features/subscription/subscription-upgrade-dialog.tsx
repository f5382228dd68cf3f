import { AmberNotice } from '#ui/amber-notice.tsx';
import { Button, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { subscriptionQuery } from './subscription.queries.ts';
import classes from './subscription-upgrade-dialog.module.css';

/** What premium is and costs; while this server cannot sell it, the dialog says so. */
export default function SubscriptionUpgradeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data } = useQuery(subscriptionQuery);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered size="md" radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''}>{subscriptionTexts.upgradeTitle}</Modal.Title>
          <Text c="dimmed" size="sm">
            {subscriptionTexts.upgradeText} {subscriptionTexts.freeText}
          </Text>
          <p className={classes.price}>
            <span>{subscriptionTexts.price}</span> {subscriptionTexts.perMonth}
          </p>
          {data?.billing === 'off' && (
            <AmberNotice label={subscriptionTexts.upgradeTitle}>{subscriptionTexts.billingOff}</AmberNotice>
          )}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose} data-autofocus>
              {subscriptionTexts.notNow}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
