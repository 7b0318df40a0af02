-- The messages of a bettor that were withheld to protect, for the timeline of who may read protection.
create index message_to_withheld on content.message_to (bettor, at, message_id) where why = 'protected';
