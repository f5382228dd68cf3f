import { Button, Modal } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Ticket } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import { useState } from 'react';
import classes from './tickets-request-dialog.module.css';
import { TicketsRequestForm } from './tickets-request-form.tsx';

export interface TicketsRequestDialogProps {
  /** The device that it is about; null for the portal itself. */
  device: { readonly serialNumber: string; readonly name: string } | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Request Support: asks, then shows the ticket's number (IDASH-05). */
export function TicketsRequestDialog({ device, isOpen, onClose }: TicketsRequestDialogProps) {
  const [sent, setSent] = useState<Ticket | null>(null);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={() => setSent(null)}
      centered
      size="md"
      radius="lg"
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          {sent ? (
            <SentTicket ticket={sent} onClose={onClose} />
          ) : (
            <>
              <Modal.Title className={classes.title ?? ''}>{texts.title}</Modal.Title>
              <p className={classes.text}>{texts.intro}</p>
              {device && <AboutDevice name={device.name} />}
              <TicketsRequestForm serialNumber={device?.serialNumber ?? null} onSent={setSent} onClose={onClose} />
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function AboutDevice({ name }: { name: string }) {
  return (
    <div className={classes.device}>
      <p className={classes.deviceName}>{texts.aboutDevice(name)}</p>
      <p className={classes.deviceText}>{texts.attached}</p>
    </div>
  );
}

const focus = (node: HTMLElement | null) => node?.focus();

function SentTicket({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  return (
    <div role="status">
      <IconCircleCheck size={36} stroke={1.6} className={classes.sentIcon ?? ''} aria-hidden="true" />
      <Modal.Title className={classes.title ?? ''}>{texts.createdTitle}</Modal.Title>
      <p className={classes.number}>{texts.created(ticket.number)}</p>
      <p className={classes.text}>{texts.createdText}</p>
      <div className={classes.actions}>
        <Button onClick={onClose} ref={focus}>
          {texts.done}
        </Button>
      </div>
    </div>
  );
}
