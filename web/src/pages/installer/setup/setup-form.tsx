import { DeviceSetupSimFields } from '#features/device-setup/device-setup-sim-fields.tsx';
import { DevicesDevicePart } from '#features/devices/devices-device-part.tsx';
import { HubsPart } from '#features/hubs/hubs-part.tsx';
import { hubServiceQuery } from '#features/hubs/hubs.queries.ts';
import { TitleSwitch } from '#ui/layout/title-switch.tsx';
import { Badge, Button, Card, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { deviceSetupTexts } from '@trace/contract/device-setup/device-setup.texts';
import { outboxTexts } from '@trace/contract/devices/registration/devices.outbox.texts';
import { setupTexts as texts } from '@trace/contract/devices/registration/devices.setup.texts';
import { NICKNAME_MAX_LENGTH } from '@trace/contract/devices/devices.rules';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { useId, type Ref } from 'react';
import { SetupPart } from './setup-part.tsx';
import type { SetupForm as Setup } from './setup-state.ts';
import classes from './setup.module.css';

/** Device, name, hub and SIM, each with its result, and Register Device at the end (REG-01 to REG-06). */
export function SetupForm({ form }: { form: Setup }) {
  return (
    <Card component="form" padding={0} className={classes.form ?? ''} noValidate onSubmit={form.submit}>
      <DevicePart form={form} />
      <NamePart form={form} inputRef={form.fields.nickname} />
      <HubPart form={form} />
      <SetupPart title={deviceSetupTexts.simTitle} hint={deviceSetupTexts.simHint}>
        <DeviceSetupSimFields
          field={(name) => ({
            value: form.values.sim[name],
            error: form.errors.sim?.[name],
            onChange: (event) => form.change({ sim: { ...form.values.sim, [name]: event.currentTarget.value } }),
          })}
        />
      </SetupPart>
      <FormEnd form={form} />
    </Card>
  );
}

function DevicePart({ form }: { form: Setup }) {
  const { values, verification, verified } = form;
  const badge = (
    <Badge size="lg" color="green" leftSection={<IconCheck size={14} stroke={2.2} aria-hidden="true" />}>
      {texts.verified}
    </Badge>
  );
  return (
    <SetupPart title={texts.device} hint={texts.deviceHint} aside={verified && badge}>
      <DevicesDevicePart
        serial={values.serial}
        claimCode={values.claimCode}
        state={verification.state}
        claimError={form.errors.claimCode ?? null}
        serialRef={form.fields.serial}
        claimRef={form.fields.claimCode}
        onSerial={(serial) => {
          verification.cancel();
          form.change({ serial });
        }}
        onClaimCode={(claimCode) => form.change({ claimCode })}
        onScan={form.scan}
        onVerify={form.verify}
        onEdit={form.edit}
        onCancel={form.edit}
      />
    </SetupPart>
  );
}

function NamePart({ form, inputRef }: { form: Setup; inputRef: Ref<HTMLInputElement> }) {
  const { values, errors, change } = form;
  return (
    <SetupPart title={texts.name} hint={texts.nameHint}>
      <TextInput
        ref={inputRef}
        label={texts.nickname}
        className={classes.nickname ?? ''}
        autoComplete="off"
        maxLength={NICKNAME_MAX_LENGTH}
        value={values.nickname}
        onChange={(event) => change({ nickname: event.currentTarget.value })}
        error={errors.nickname}
      />
    </SetupPart>
  );
}

function HubPart({ form }: { form: Setup }) {
  const titleId = useId();
  const { data: isServiceOn = true } = useQuery(hubServiceQuery);
  const { isHubOn } = form.values;
  const toggle = (
    <TitleSwitch
      titleId={titleId}
      isOn={isHubOn}
      isDisabled={!isServiceOn}
      onChange={(isOn) => form.change({ isHubOn: isOn })}
    />
  );
  return (
    <SetupPart
      titleId={titleId}
      title={hubsTexts.title}
      hint={isServiceOn ? texts.hubHint : hubsTexts.off}
      aside={toggle}
    >
      {isHubOn && <HubsPart choice={form.hubs} />}
    </SetupPart>
  );
}

function FormEnd({ form: { missing, isKeeping, isRegistering, startOver } }: { form: Setup }) {
  const reasonId = useId();
  return (
    <div className={classes.end}>
      {(missing !== null || isKeeping) && (
        <p id={reasonId} className={classes.reason}>
          {missing ?? outboxTexts.keepHint}
        </p>
      )}
      <Button variant="subtle" onClick={startOver}>
        {texts.startOver}
      </Button>
      <Button
        type="submit"
        size="md"
        loading={isRegistering}
        disabled={missing !== null}
        aria-describedby={missing === null && !isKeeping ? undefined : reasonId}
      >
        {isKeeping ? outboxTexts.keep : texts.register}
      </Button>
    </div>
  );
}
