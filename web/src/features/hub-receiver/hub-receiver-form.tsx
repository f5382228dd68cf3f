import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { TitleSwitch } from '#ui/layout/title-switch.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { clockTolerances, hubMakers, hubReceiverRules } from '@trace/contract/hub-receiver/hub-receiver.rules';
import type { ClockTolerance } from '@trace/contract/hub-receiver/hub-receiver.rules';
import type { HubReporting } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import { useEffect, useId, useRef } from 'react';
import classes from './hub-receiver.module.css';
import { accountOf, checkValues, newKey, valuesOf } from './hub-receiver-values.ts';
import type { useSaveReporting } from './hub-receiver.queries.ts';

interface HubReceiverFormProps {
  account: HubReporting['account'];
  saving: ReturnType<typeof useSaveReporting>;
  /** Called with a key that was saved just now, which the server does not show again. Null: encryption is off. */
  onKeySaved: (key: string | null) => void;
  onClose: () => void;
}

/** Account number, key and interval of a hub that reports directly. */
export function HubReceiverForm({ account, saving, onKeySaved, onClose }: HubReceiverFormProps) {
  const isKeyStored = account?.isEncrypted ?? false;
  const numberInput = useRef<HTMLInputElement>(null);
  // Loaded content replaces the part of the dialog that had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) numberInput.current?.focus({ preventScroll: true });
  }, []);
  const { form, field, submit, refuse } = useFields({
    initialValues: valuesOf(account),
    validate: checkValues(isKeyStored),
  });
  const save = submit((values) =>
    whenSettled(
      saving.mutateAsync(accountOf(values, isKeyStored), {
        onSuccess: () => {
          if (!values.isEncrypted) onKeySaved(null);
          else if (values.key !== '') onKeySaved(values.key);
          // The stored key is not shown again.
          form.setFieldValue('key', '');
        },
        onError: refuse,
      }),
    ),
  );
  const text = {
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    classNames: { input: classes.code ?? '' },
  };
  const select = { allowDeselect: false, comboboxProps: { withinPortal: true } };
  return (
    <form onSubmit={save} noValidate className={classes.form}>
      <div className={classes.pair}>
        <TextInput
          ref={numberInput}
          label={texts.number}
          description={texts.numberHint}
          // Below the input, so that both inputs of the row stand at one height.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={16}
          {...text}
          {...field('number')}
        />
        <Select
          label={texts.maker}
          data={hubMakers.map((maker) => ({ value: maker, label: texts.makers[maker] }))}
          {...select}
          {...field('maker')}
        />
      </div>
      <KeyPart
        isOn={form.values.isEncrypted}
        isKeyStored={isKeyStored}
        onSwitch={(isOn) => form.setFieldValue('isEncrypted', isOn)}
        onNewKey={() => form.setFieldValue('key', newKey())}
        input={{ ...text, autoCapitalize: 'off', ...field('key') }}
      />
      <div className={classes.pair}>
        <Select
          label={texts.interval}
          description={texts.intervalHint}
          data={hubReceiverRules.supervisionChoices.map((choice) => ({
            value: String(choice),
            label: texts.every(choice),
          }))}
          {...select}
          {...field('supervisionSec')}
        />
        <Select
          label={texts.tolerance}
          description={texts.toleranceHint}
          data={(Object.keys(clockTolerances) as ClockTolerance[]).map((value) => ({
            value,
            label: texts.tolerances[value],
          }))}
          {...select}
          {...field('clockTolerance')}
        />
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {texts.save}
        </Button>
      </DialogActions>
    </form>
  );
}

interface KeyPartProps {
  isOn: boolean;
  isKeyStored: boolean;
  onSwitch: (isOn: boolean) => void;
  onNewKey: () => void;
  input: object;
}

function KeyPart({ isOn, isKeyStored, onSwitch, onNewKey, input }: KeyPartProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId}>{texts.encryption}</h3>
        <TitleSwitch titleId={titleId} isOn={isOn} onChange={onSwitch} />
      </div>
      {isOn ? (
        <div className={classes.key}>
          <TextInput
            label={texts.key}
            description={isKeyStored ? texts.keyStored : texts.keyHint}
            maxLength={64}
            {...input}
          />
          <Button variant="default" onClick={onNewKey}>
            {texts.newKey}
          </Button>
        </div>
      ) : (
        <p className={classes.hint}>{texts.encryptionOff}</p>
      )}
    </section>
  );
}
