-- Who wants to see a document is not answered by its number: a bettor who has passed by the number has a case of documents beside it, of the same document.
-- Two bettors never pass with one document: the cases of a document are decided under a lock of it, and within one way the index refuses it too.
drop index identity.kyc_case_open;
create unique index kyc_case_open on identity.kyc_case (bettor, way) where state <> 'failed';
drop index identity.kyc_case_document;
create unique index kyc_case_document on identity.kyc_case (kind, number, way) where state = 'passed';
