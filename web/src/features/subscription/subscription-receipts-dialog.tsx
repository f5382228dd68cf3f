import { failureWords } from '#lib/http/api.ts';
import { formatDay, formatExact } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { isAllowedExternalUrl } from '#lib/http/external-navigation.ts';
import { MoreButton } from '#ui/data/table/more-button.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Badge, Button } from '@mantine/core';
import { IconExternalLink, IconPlugConnectedX, IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { planTexts as texts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Receipt } from '@trace/contract/subscription/subscription.schema';
import classes from './subscription-receipts-dialog.module.css';
import { formatMoney } from './subscription-format.ts';
import { receiptsQuery } from './subscription.queries.ts';

/** SUB-06: lists every payment with its receipt, which opens on a page of the payment service. */
export default function SubscriptionReceiptsDialog({ onClose }: { onClose: () => void }) {
  const query = useInfiniteQuery(receiptsQuery);
  const { data, error, refetch } = query;
  const receipts = data?.pages.flatMap((page) => page.receipts);
  return (
    <Dialog isOpen title={texts.receiptsTitle} size="md" onClose={onClose}>
      {!data && !error && <LoadingText />}
      {!data && error && (
        <EmptyState
          icon={IconPlugConnectedX}
          text={`${texts.receiptsFailed} ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
        />
      )}
      {receipts?.length === 0 && <EmptyState icon={IconReceipt} text={texts.receiptsNone} />}
      {receipts && receipts.length > 0 && (
        <ul className={classes.list}>
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      )}
      <DialogActions>
        <MoreButton query={query} label={texts.receiptsMore} variant="default" />
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const colors = { paid: 'green', open: 'amber', failed: 'red', void: 'gray' } as const;

function ReceiptRow({ receipt: { at, status, url, ...amount } }: { receipt: Receipt }) {
  const day = formatDay(at, useNow('halfMinute'));
  return (
    <li className={classes.row}>
      <time dateTime={at} title={formatExact(at)}>
        {day}
      </time>
      <span className={classes.amount}>{formatMoney(amount)}</span>
      <Badge color={colors[status]}>{texts.receiptStatus[status]}</Badge>
      {url !== null && isAllowedExternalUrl(url) && (
        <a href={url} target="_blank" rel="noopener noreferrer" aria-label={texts.receiptOf(day)}>
          {texts.receiptOpen} <IconExternalLink size={15} stroke={1.7} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}
