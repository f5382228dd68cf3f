import { paths } from '#lib/paths.ts';
import { usePerson } from '#lib/session/session.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Ticket } from '@trace/contract/tickets/tickets.schema';
import { ownTicketsTexts, ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import { useState } from 'react';
import classes from './tickets-request-dialog.module.css';
import { TicketsRequestForm } from './tickets-request-form.tsx';

export interface TicketsRequestDialogProps {
  /** The device the ticket is about, or null for the portal itself. */
  device: { readonly serialNumber: string; readonly name: string } | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Request Support: asks, then shows the ticket's number (IDASH-05). */
export function TicketsRequestDialog({ device, isOpen, onClose }: TicketsRequestDialogProps) {
  const [sent, setSent] = useState<Ticket | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      title={sent ? texts.createdTitle : texts.title}
      text={sent ? undefined : texts.intro}
      size="md"
      hasDraft
      onClose={onClose}
      onClosed={() => setSent(null)}
    >
      {sent ? (
        <SentTicket ticket={sent} onClose={onClose} />
      ) : (
        <>
          {device && <AboutDevice name={device.name} />}
          <TicketsRequestForm serialNumber={device?.serialNumber ?? null} onSent={setSent} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function AboutDevice({ name }: { name: string }) {
  return (
    <div className={classes.device}>
      <p className={classes.deviceName}>{texts.aboutDevice(name)}</p>
      <p className={classes.note}>{texts.attached}</p>
    </div>
  );
}

const focus = (node: HTMLElement | null) => node?.focus();

function SentTicket({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const requests = usePerson().userType === 'installer' ? paths.installerRequests : paths.userRequests;
  return (
    <>
      <p role="status" className={classes.number}>
        <IconCircleCheck size={24} stroke={1.6} className={classes.sentIcon ?? ''} aria-hidden="true" />
        {texts.created(ticket.number)}
      </p>
      <p className={classes.note}>{texts.createdText}</p>
      <DialogActions>
        <Button component={Link} to={requests} variant="default" onClick={onClose}>
          {ownTicketsTexts.link}
        </Button>
        <Button onClick={onClose} ref={focus}>
          {texts.done}
        </Button>
      </DialogActions>
    </>
  );
}
