import { formatExact } from '#lib/format.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WaitingRemoval } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { removalsTexts as texts } from '@trace/contract/support-staff/support-staff.removals.texts';
import { useState } from 'react';
import { removalsQuery, useApproveRemoval } from './support-staff.queries.ts';
import classes from './support-staff.module.css';

/** The requests to turn off two-step sign-in that wait for staff (AUTH-18). Without any there is no card. */
export function SupportStaffRemovals() {
  const { data } = useQuery(removalsQuery);
  const approve = useApproveRemoval();
  const [chosen, setChosen] = useState<WaitingRemoval | null>(null);
  const removals = data?.removals ?? [];
  if (removals.length === 0 && chosen === null) return null;
  const close = () => setChosen(null);
  const name = chosen?.name || chosen?.email || '';
  return (
    <SectionCard title={texts.title} isFlush>
      <p className={classes.note}>{texts.hint}</p>
      <ul className={classes.removals}>
        {removals.map((removal) => (
          <li key={removal.accountId} className={classes.removal}>
            <div>
              <Link to={supportPaths.person} params={{ id: removal.accountId }} className={classes.person ?? ''}>
                {removal.name || removal.email}
              </Link>
              <div className={classes.email}>
                {removal.email} · {texts.asked} {formatExact(removal.askedAt)}
              </div>
            </div>
            <Button
              variant="default"
              aria-label={texts.approveOf(removal.name || removal.email)}
              onClick={() => setChosen(removal)}
            >
              {texts.approve}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={chosen !== null}
        title={texts.confirmTitle(name)}
        confirmLabel={texts.approve}
        isWorking={approve.isPending}
        onConfirm={() => chosen && approve.mutate(chosen, { onSettled: close })}
        onClose={close}
      >
        {chosen && texts.confirmText(chosen.email, formatExact(chosen.effectiveAt))}
      </ConfirmDialog>
    </SectionCard>
  );
}
