-- The roles of docs/operations.md, "Roles of the database": one owns the tables, the other serves.
\set owner `cat /secrets/owner`
\set service `cat /secrets/service`
create role psd2_owner login password :'owner';
create role psd2_service login password :'service';
create database psd2 owner psd2_owner encoding 'UTF8' template template0;
revoke all on database psd2 from public;
grant connect on database psd2 to psd2_service;
\connect psd2
alter schema public owner to psd2_owner;
revoke all on schema public from public;
grant usage on schema public to psd2_service;
create schema drizzle authorization psd2_owner;
grant usage on schema drizzle to psd2_service;
alter default privileges for role psd2_owner in schema public grant select, insert, update, delete on tables to psd2_service;
alter default privileges for role psd2_owner in schema public grant usage on sequences to psd2_service;
alter default privileges for role psd2_owner in schema drizzle grant select on tables to psd2_service;
