import { failureWords } from '#lib/http/api.ts';
import { Age } from '#ui/data/age.tsx';
import { Initials } from '#ui/data/initials.tsx';
import { MoreButton } from '#ui/data/table/more-button.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserMinus, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Customer } from '@trace/contract/companies/companies.customers.api';
import { companyCustomersTexts as texts } from '@trace/contract/companies/companies.customers.texts';
import type { Company } from '@trace/contract/companies/companies.schema';
import { customersQuery, useRemoveCustomer } from './companies-customer-actions.ts';
import classes from './companies-customers.module.css';

/** COMP-10: the owner sees the users who joined by the link, and can remove each of them. */
export function CompaniesCustomers({ company }: { company: Company }) {
  const query = useInfiniteQuery(customersQuery(company.id));
  const { data, error, refetch } = query;
  const total = data?.pages[0]?.total ?? 0;
  const customers = data?.pages.flatMap((page) => page.customers) ?? [];
  return (
    <SectionCard title={texts.title} isFlush aside={total > 0 && texts.count(total)}>
      {!data && !error && <LoadingText>{texts.loading}</LoadingText>}
      {!data && error && (
        <EmptyState
          icon={IconUsers}
          text={`${texts.failed} ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
        />
      )}
      {data && customers.length === 0 && <EmptyState icon={IconUsers} text={texts.empty} />}
      {customers.length > 0 && (
        <ul className={classes.list} aria-label={texts.title}>
          {customers.map((customer) => (
            <CustomerRow key={customer.id} company={company} customer={customer} />
          ))}
        </ul>
      )}
      <MoreButton query={query} label={texts.showMore} placeClass={classes.foot} size="sm" />
    </SectionCard>
  );
}

function CustomerRow({ company, customer }: { company: Company; customer: Customer }) {
  const [isAsking, question] = useDisclosure(false);
  const removing = useRemoveCustomer(company.id);
  const { name, email, joinedAt } = customer;
  return (
    <li className={classes.row}>
      <div className={classes.person}>
        <Initials name={name} />
        <div className={classes.words}>
          <p className={classes.name}>
            <bdi>{name}</bdi>
          </p>
          <p className={classes.email}>{email}</p>
          <p className={classes.since}>
            <Age at={joinedAt} prefix={texts.joined} />
          </p>
        </div>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={texts.removeOf(name)}
        title={texts.remove}
        onClick={question.open}
      >
        <IconUserMinus size={18} stroke={1.6} />
      </ActionIcon>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.removeTitle(name)}
        confirmLabel={texts.remove}
        isWorking={removing.isPending}
        onConfirm={() => removing.mutate(customer, { onSettled: question.close })}
        onClose={question.close}
      >
        {texts.removeText(name, company.name)}
      </ConfirmDialog>
    </li>
  );
}
