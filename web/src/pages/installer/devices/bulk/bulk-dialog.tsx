import { DeviceSetupSimFields } from '#features/device-setup/device-setup-sim-fields.tsx';
import { checkSim, noSim, simToSend } from '#features/device-setup/device-setup-sim.ts';
import { changeSim } from '#features/device-setup/device-setup-actions.ts';
import { assignTo, endOrCancel } from '#features/devices/assignment/devices.assign.queries.ts';
import { startTogether } from '#features/firmware/firmware-bulk.ts';
import { useHeldPage } from '#lib/held-page.ts';
import { checkAllBy, useFields } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button, TextInput } from '@mantine/core';
import { assignmentRules } from '@trace/contract/devices/assignment/devices.assignment.rules';
import { assignSchema } from '@trace/contract/devices/assignment/devices.assignment.schema';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { bulkTexts as texts, type BulkAction } from '@trace/contract/fleet/fleet.bulk.texts';
import { useState, type ReactNode } from 'react';
import { bulkPlan } from './bulk-plan.ts';
import { BulkResults } from './bulk-results.tsx';
import { useBulkRun } from './bulk-run.ts';
import classes from './bulk.module.css';

type Change = (device: TableRow) => Promise<unknown>;

interface BulkDialogProps {
  action: BulkAction;
  devices: readonly TableRow[];
  /** Gets the devices whose action is done. */
  onClose: (done: readonly TableRow[]) => void;
}

/** Asks before an action on several devices, runs it device by device, and names each failure (IDEV-11). */
export default function BulkDialog({ action, devices, onClose }: BulkDialogProps) {
  const [asked] = useState(devices);
  const [change, setChange] = useState<{ apply: Change } | null>(null);
  const running = useBulkRun();
  useHeldPage(running.isRunning, () => showToast({ tone: 'info', about: 'devices', text: texts.stay }));
  const { able, skipped } = bulkPlan(action, asked);
  const start = (apply: Change) => {
    setChange({ apply });
    return running.run(able, apply);
  };
  const close = () => onClose(running.results.filter(({ failure }) => failure === null).map(({ device }) => device));
  const Form = forms[action];
  return (
    <Dialog
      isOpen
      isTall
      size="md"
      title={texts.titles[action](able.length)}
      text={texts.hints[action]}
      isHeld={running.isRunning}
      onClose={close}
    >
      {change === null ? (
        <Form able={able} isOff={able.length === 0} onConfirm={start} onClose={close}>
          <Named able={able} skipped={skipped} />
        </Form>
      ) : (
        <BulkResults
          action={action}
          {...running}
          onRetry={(failed) => void running.run(failed, change.apply)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

function Named({ able, skipped }: ReturnType<typeof bulkPlan>) {
  return (
    <>
      <div>
        <p className={classes.listTitle}>{able.length === 0 ? texts.noneAble : texts.able}</p>
        <ul className={classes.list}>
          {able.map(({ serialNumber, name }) => (
            <li key={serialNumber}>{name}</li>
          ))}
        </ul>
      </div>
      {skipped.length > 0 && (
        <div>
          <p className={classes.listTitle}>{texts.skipped}</p>
          <ul className={classes.list}>
            {skipped.map(({ device, reason }) => (
              <li key={device.serialNumber}>
                {device.name}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface FormProps {
  able: readonly TableRow[];
  isOff: boolean;
  onConfirm: (apply: Change) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

function AssignForm({ able: _able, onConfirm, children, ...end }: FormProps) {
  const { field, submit } = useFields({ initialValues: { email: '' }, validate: checkAllBy(assignSchema) });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={submit((values) => {
        const { email } = assignSchema.parse(values);
        return onConfirm(({ serialNumber }) => assignTo(serialNumber, email));
      })}
    >
      <TextInput
        label={assignmentTexts.email}
        type="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={assignmentRules.emailMaxLength}
        data-autofocus
        {...field('email')}
      />
      {children}
      <FormEnd action="assign" {...end} />
    </form>
  );
}

function EndForm({ isOff, onConfirm, onClose, children }: FormProps) {
  return (
    <>
      {children}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button color="red" disabled={isOff} onClick={() => void onConfirm(endOrCancel)}>
          {texts.actions.end}
        </Button>
      </DialogActions>
    </>
  );
}

function ReconfigureForm({ able: _able, onConfirm, children, ...end }: FormProps) {
  const [isMissing, setMissing] = useState(false);
  const { field, submit } = useFields({ initialValues: noSim, validate: checkSim });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={submit(async (values) => {
        const sim = simToSend(values);
        setMissing(sim === null);
        if (sim !== null) await onConfirm(({ serialNumber }) => changeSim(serialNumber, sim));
      })}
    >
      <DeviceSetupSimFields field={field} />
      {isMissing && <OutcomeLine tone="bad">{texts.simMissing}</OutcomeLine>}
      {children}
      <FormEnd action="reconfigure" {...end} />
    </form>
  );
}

function FirmwareForm({ able, isOff, onConfirm, onClose, children }: FormProps) {
  return (
    <>
      {children}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button disabled={isOff} onClick={() => void onConfirm(startTogether(able))}>
          {texts.actions.firmware}
        </Button>
      </DialogActions>
    </>
  );
}

const forms = { assign: AssignForm, end: EndForm, reconfigure: ReconfigureForm, firmware: FirmwareForm };

function FormEnd({ action, isOff, onClose }: { action: BulkAction } & Pick<FormProps, 'isOff' | 'onClose'>) {
  return (
    <DialogActions>
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
      <Button type="submit" disabled={isOff}>
        {texts.actions[action]}
      </Button>
    </DialogActions>
  );
}
