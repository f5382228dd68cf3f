import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { QrCode } from '#ui/data/qr-code.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Button, Loader, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  osmandAddress,
  owntracksAddress,
  owntracksLink,
  traccarLink,
  type PhoneKey,
} from '@trace/contract/phones/phones.rules';
import { phonesTexts as texts } from '@trace/contract/phones/phones.texts';
import { useState } from 'react';
import { phoneQuery, stateOf } from './phones.queries.ts';
import classes from './phones-set-up.module.css';

type App = keyof typeof texts.apps;

const appChoices = Object.entries(texts.apps).map(([value, label]) => ({ value, label }));

export interface PhonesSetUpProps {
  phoneKey: PhoneKey;
  name: string;
  onClose: () => void;
}

/** The code for the app, the steps, and whether the first report has arrived. The code is shown only once. */
export function PhonesSetUp({ phoneKey, name, onClose }: PhonesSetUpProps) {
  const [app, setApp] = useState<App>('traccar');
  const isPhone = useIsPhone();
  const link = app === 'traccar' ? traccarLink(phoneKey) : owntracksLink(phoneKey);
  return (
    <Dialog isOpen isHeld isTall size="lg" onClose={onClose} title={texts.setUpOf(name)} text={texts.setUpText}>
      <SegmentedControl
        fullWidth
        aria-label={texts.app}
        data={appChoices}
        value={app}
        onChange={(value) => setApp(value as App)}
      />
      <div className={classes.columns}>
        <QrCode text={link} label={texts.code(texts.apps[app])} />
        <div>
          <ol className={classes.steps}>
            {texts.steps[app].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className={classes.note}>{texts.sos[app]}</p>
          {app === 'owntracks' && isPhone && (
            <Button component="a" href={link} variant="light" fullWidth>
              {texts.openApp}
            </Button>
          )}
        </div>
      </div>
      <ByHand app={app} phoneKey={phoneKey} />
      {phoneKey.portalUrl.startsWith('http:') && <OutcomeLine tone="part">{texts.insecure}</OutcomeLine>}
      <FirstReport serial={phoneKey.serialNumber} onClose={onClose} />
    </Dialog>
  );
}

function FirstReport({ serial, onClose }: { serial: string; onClose: () => void }) {
  const { data } = useQuery(phoneQuery(serial));
  const state = stateOf(data);
  return (
    <>
      <div className={classes.state} role="status">
        {state === 'located' ? (
          <OutcomeLine tone="good">{texts.located}</OutcomeLine>
        ) : (
          <>
            <Loader size={16} aria-hidden="true" />
            <span>{texts[state]}</span>
          </>
        )}
      </div>
      <DialogActions>
        <Button variant={state === 'located' ? 'filled' : 'default'} onClick={onClose} data-autofocus>
          {state === 'located' ? texts.done : texts.later}
        </Button>
      </DialogActions>
    </>
  );
}

/** The same settings as text, for typing or copying. */
function ByHand({ app, phoneKey }: { app: App; phoneKey: PhoneKey }) {
  const { values } = texts;
  const rows =
    app === 'traccar'
      ? [
          [values.server, osmandAddress(phoneKey)],
          [values.id, phoneKey.serialNumber],
        ]
      : [
          [values.mode, texts.modeHttp],
          [values.server, owntracksAddress(phoneKey)],
          [values.user, phoneKey.serialNumber],
          [values.password, phoneKey.accessKey],
        ];
  return (
    <details className={classes.byHand}>
      <summary>{texts.byHand}</summary>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
