-- The texts that come with the product were checked for plain language on this day (lint and reading; Rki art. 1: level B1).
update template set b1_reviewed_on = date '2026-11-22' where b1_reviewed_on is null;
