-- The owner's list of customers, newest first. Replaces the index for the end of a company.
create index company_customer_page on company_customer (company_id, joined_at desc, person_id desc);
drop index company_customer_company;

-- The cursor of the list counts milliseconds.
update company_customer set joined_at = date_trunc('milliseconds', joined_at)
where joined_at <> date_trunc('milliseconds', joined_at);
