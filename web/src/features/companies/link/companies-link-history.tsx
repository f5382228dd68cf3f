import { formatDay, formatExact } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Age } from '#ui/data/age.tsx';
import { Fact } from '#ui/data/fact.tsx';
import { QuotaMarks } from '#ui/data/quota-marks.tsx';
import type { InvitationLink } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import classes from './companies-invitation-link.module.css';
import { formatLinkExpiry } from './companies-link-expiry.ts';

/**
 * Shows when the link was created, until when the link works, how often the link was used, and the effect of joining by
 * link.
 */
export function CompaniesLinkHistory({ link }: { link: InvitationLink }) {
  const nowMs = useNow('halfMinute');
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={texts.linkMade}>
          <Age at={link.madeAt} />
        </Fact>
        <Fact name={texts.linkEnds}>
          <time dateTime={link.endsAt} title={formatExact(link.endsAt)}>
            {texts.endsOn(formatDay(link.endsAt, nowMs), formatLinkExpiry(link.endsAt, nowMs))}
          </time>
        </Fact>
        <Fact name={texts.linkUses}>{texts.linkUsesOf(link.uses, link.maxUses)}</Fact>
      </dl>
      <QuotaMarks used={link.uses} limit={link.maxUses} label={texts.linkUses} />
      <h3 className={classes.how}>{texts.linkHowTitle}</h3>
      <ul className={classes.steps}>
        {texts.linkHow.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
