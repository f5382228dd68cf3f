import { failureWords, isRefusal } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { TitleSwitch } from '#ui/layout/title-switch.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HubChoice } from '@trace/contract/device-setup/device-setup.schema';
import { setupDialogTexts as words } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useReconfigure, type Reconfiguration } from './device-setup-actions.ts';
import { DeviceSetupCurrent } from './device-setup-current.tsx';
import classes from './device-setup-reconfigure.module.css';
import { DeviceSetupSimFields } from './device-setup-sim-fields.tsx';
import { checkSim, noSim, simToSend, type SimValues } from './device-setup-sim.ts';
import { setupQuery, useSetupStream } from './device-setup.queries.ts';

export interface DeviceSetupReconfigureDialogProps {
  serial: string;
  name: string;
  /** The hub that was chosen in `hubPart`; null while none is verified and chosen. */
  hub: HubChoice | null;
  /** Where credentials are verified and a hub is chosen: hubs are another feature's. */
  hubPart: ReactNode;
  /** Leads to another way for hubs to report. */
  otherWay: ReactNode;
  /** The server no longer takes the choice of the hub. */
  onHubRefused: (words: string) => void;
  /** The first field that is missing, to go on with. */
  onHubMissing: () => void;
  onClose: () => void;
}

/** Changes the hub and the SIM settings, and shows the device's progress (HUB-02 to HUB-04, HUB-07). */
export function DeviceSetupReconfigureDialog(props: DeviceSetupReconfigureDialogProps) {
  const { serial, name, onClose } = props;
  useSetupStream(serial);
  const { data: setup, error } = useQuery(setupQuery(serial));
  const saving = useReconfigure(serial);
  return (
    <Dialog
      isOpen
      isTall
      size="lg"
      isHeld={saving.isPending}
      onClose={onClose}
      title={words.title}
      text={words.text(name)}
    >
      {!setup && !error && <LoadingText>{words.loading}</LoadingText>}
      {!setup && error && (
        <OutcomeLine tone="bad" title={words.loadFailed}>
          {failureWords(error)}
        </OutcomeLine>
      )}
      {setup && <DeviceSetupCurrent setup={setup} />}
      {props.otherWay}
      <ReconfigureForm {...props} saving={saving} />
    </Dialog>
  );
}

type ReconfigureFormProps = DeviceSetupReconfigureDialogProps & { saving: ReturnType<typeof useReconfigure> };

function ReconfigureForm({ saving, hubPart, onClose, ...rest }: Omit<ReconfigureFormProps, 'otherWay'>) {
  const { isHubOn, setHubOn, field, isIncomplete, submit } = useReconfigureForm({ ...rest, saving, onClose });
  const titleId = useId();
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <section aria-labelledby={titleId}>
        <div className={classes.head}>
          <h3 id={titleId}>{words.changeHub}</h3>
          <TitleSwitch titleId={titleId} isOn={isHubOn} onChange={setHubOn} />
        </div>
        {isHubOn && hubPart}
      </section>
      <section aria-labelledby={`${titleId}-sim`}>
        <h3 id={`${titleId}-sim`}>{texts.simTitle}</h3>
        <p className={classes.hint}>{texts.simHint}</p>
        <DeviceSetupSimFields field={field} />
      </section>
      {isIncomplete && (
        <OutcomeLine tone="bad" title={texts.requiredTitle}>
          {isHubOn ? texts.required : words.nothingGiven}
        </OutcomeLine>
      )}
      <p className={classes.hint}>{texts.secretsHint}</p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {words.reconfigure}
        </Button>
      </DialogActions>
    </form>
  );
}

function useReconfigureForm(props: Omit<ReconfigureFormProps, 'hubPart' | 'otherWay' | 'name'>) {
  const { saving, hub, onHubMissing, onHubRefused, onClose } = props;
  const [isHubOn, setHubOn] = useState(true);
  const [isAsked, setAsked] = useState(false);
  const { form, field, submit, refuse } = useFields({ initialValues: noSim, validate: checkSim });
  const settings = settingsOf(isHubOn, hub, form.values);

  const showRefusal = (error: Error) => {
    if (refusedField(error)?.startsWith('hub') || isRefusal(error, 'gone')) onHubRefused(failureWords(error));
    else refuse(error);
  };

  const save = submit(async () => {
    if (settings === null) return;
    await whenSettled(saving.mutateAsync(settings, { onSuccess: onClose, onError: showRefusal }));
  });

  return {
    isHubOn,
    setHubOn,
    field,
    isIncomplete: isAsked && settings === null,
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      setAsked(settings === null);
      save(event);
      if (isHubOn && hub === null) onHubMissing();
    },
  };
}

/** HUB-02: null while the change is incomplete. */
function settingsOf(isHubOn: boolean, hub: HubChoice | null, values: SimValues): Reconfiguration | null {
  const sim = simToSend(values);
  if (isHubOn && hub === null) return null;
  if (!isHubOn && sim === null) return null;
  return { ...(isHubOn && hub && { hub }), ...(sim && { sim }) };
}
