(** Free lists: what is linked through vacant cells from a head, as in the thesis. [chain] says which list that is. *)
From Coq Require Import FMapPositive.
From Coq Require Export Lia.
From Lists Require Export Cells.
#[export] Set Implicit Arguments.

Section Chain.
Context {E : Type}.
Implicit Types (c : cells E) (i j : Z) (l : list Z).

(** * The map from positions to cells *)

Lemma slot_injective i j p : slot i = Some p -> slot j = Some p -> i = j.
Proof. destruct i, j; simpl; intros I J; try discriminate; rewrite <- J in I; inversion I; lia. Qed.

Lemma get_none i : get (none : cells E) i = None.
Proof. unfold get, none. destruct (slot i); auto using PositiveMap.gempty. Qed.

Lemma get_set_other c i j x : i <> j -> get (set c i x) j = get c j.
Proof.
  intros D. unfold get, set. destruct (slot i) eqn:I; auto. destruct (slot j) eqn:J; auto. apply PositiveMap.gso.
  intros ->. apply D. eauto using slot_injective.
Qed.

Lemma get_set c i j x : 0 <= i -> get (set c i x) j = if i =? j then Some x else get c j.
Proof.
  destruct (Z.eqb_spec i j) as [<- | D]; [|intros _; now apply get_set_other]. unfold get, set. intros P.
  destruct (slot i) eqn:I; [apply PositiveMap.gss|]. destruct i; cbn in I; easy || lia.
Qed.

Lemma get_each_changed (f : E -> E) c i :
  get (each_changed f c) i =
  option_map (fun x => match x with Has e id => Has (f e) id | Not next => Not next end) (get c i).
Proof. unfold get, each_changed. destruct (slot i); auto. apply PositiveMap.gmapi. Qed.

Lemma in_positions n a i : In i (positions n a) <-> a <= i < a + Z.of_nat n.
Proof. revert a. induction n; intros a; cbn [positions In]; [lia|]. rewrite IHn. lia. Qed.

Lemma length_positions n a : length (positions n a) = n.
Proof. revert a. induction n; intros; cbn; auto. Qed.

Lemma nodup_positions n a : NoDup (positions n a).
Proof. revert a. induction n; intros; cbn; constructor; auto. rewrite in_positions. lia. Qed.

Lemma get_without c l i : get (without c l) i = if in_dec Z.eq_dec i l then None else get c i.
Proof.
  assert (forall c j, get (unset c j) i = if j =? i then None else get c i) as U.
  { clear. intros c j. unfold get, unset.
    destruct (slot i) eqn:I, (slot j) eqn:J, (Z.eqb_spec j i) as [-> | D]; auto; try congruence; [rewrite I in J;
      injection J as ->; apply PositiveMap.grs|]. apply PositiveMap.gro. intros ->. eauto using slot_injective. }
  unfold without. revert c. induction l as [|j l IH]; intros c; cbn [fold_left]; auto. rewrite IH, U.
  destruct (in_dec Z.eq_dec i l), (in_dec Z.eq_dec i (j :: l)), (Z.eqb_spec j i); cbn in *; subst; tauto.
Qed.

(** What is cut off at a border, where nothing is opened beyond so many cells. *)
Lemma get_cut c border cut i : (forall i, border <= i -> get c i <> None -> i < border + cut) ->
  get (without c (positions (Z.to_nat cut) border)) i = if i <? border then get c i else None.
Proof.
  intros A. rewrite get_without.
  destruct (in_dec Z.eq_dec i _) as [I|N]; rewrite in_positions in *; destruct (Z.ltb_spec i border); auto; try lia.
  destruct (get c i) eqn:G; auto. exfalso. apply N. assert (i < border + cut) by (apply A; congruence). lia.
Qed.

(** * Vacant and live cells *)

Definition vacant c i : Prop := exists next, get c i = Some (Not next).
Definition inhabited c i : Prop := exists e id, get c i = Some (Has e id).

Lemma vacant_or_inhabited c i : get c i <> None -> vacant c i \/ inhabited c i.
Proof. unfold vacant, inhabited. destruct (get c i) as [[e id|next]|]; eauto. congruence. Qed.

Lemma not_both c i : vacant c i -> inhabited c i -> False.
Proof. intros [n V] (e & id & H). congruence. Qed.

Lemma inhabited_opened c i : inhabited c i -> get c i <> None.
Proof. intros (e & id & H). congruence. Qed.
Lemma vacant_opened c i : vacant c i -> get c i <> None.
Proof. intros (n & H). congruence. Qed.

(** * Chains *)

Fixpoint chain c (head : option Z) l : Prop :=
  match l with
  | [] => head = None
  | i :: rest => head = Some i /\ exists next, get c i = Some (Not next) /\ chain c next rest
  end.

Lemma chain_frame c c' h l : (forall i, In i l -> get c' i = get c i) -> chain c h l -> chain c' h l.
Proof.
  revert h. induction l as [|i l IH]; cbn; auto. intros h S (-> & next & G & R). split; auto. exists next.
  rewrite S by auto. auto.
Qed.

Lemma chain_set c h l i x : ~ In i l -> chain c h l -> chain (set c i x) h l.
Proof. intros N. apply chain_frame. intros j J. apply get_set_other. congruence. Qed.

Lemma walk_chain c l : forall h fuel, chain c h l -> (length l <= fuel)%nat -> walk fuel c h = l.
Proof.
  induction l as [|i l IH]; cbn; intros h fuel.
  - intros -> _. now destruct fuel.
  - intros (-> & next & G & R) L. destruct fuel; [lia|]. cbn. rewrite G. f_equal. apply IH; auto. lia.
Qed.

Lemma linked_other c l i : ~ In i l -> get (linked c l) i = get c i.
Proof. induction l as [|j l IH]; cbn; auto. intros N. rewrite get_set_other; tauto. Qed.

Lemma linked_vacant c l i : (forall i, In i l -> 0 <= i) -> In i l -> vacant (linked c l) i.
Proof.
  intros P I. unfold vacant. induction l as [|j l IH]; cbn in *; [easy|].
  destruct (Z.eq_dec j i) as [-> | D]; [rewrite get_set, Z.eqb_refl; eauto | rewrite get_set_other; intuition].
Qed.

Lemma linked_chain c l : (forall i, In i l -> 0 <= i) -> NoDup l -> chain (linked c l) (hd_error l) l.
Proof.
  intros P N. induction N as [|i l F N IH]; cbn; auto. split; auto. exists (hd_error l).
  rewrite get_set, Z.eqb_refl by (apply P; now left). split; auto. apply chain_set; auto. apply IH. intros j J.
  apply P. now right.
Qed.

(** What is cut off at a border; below it, only the links of vacant cells differ. *)
Definition cut_off c (border : Z) c' : Prop := forall i,
  i < border /\ vacant c' i /\ vacant c i \/ get c' i = if i <? border then get c i else None.

Lemma cut_off_spec c border c' i : cut_off c border c' -> (get c' i <> None <-> i < border /\ get c i <> None) /\
  (i < border -> vacant c' i <-> vacant c i) /\
  forall e id, get c' i = Some (Has e id) <-> i < border /\ get c i = Some (Has e id).
Proof.
  intros C. unfold vacant. destruct (C i) as [(B & [n V] & [m W]) | ->].
  - rewrite V, W. repeat split; eauto; easy.
  - destruct (Z.ltb_spec i border); repeat split; try tauto; try easy; lia.
Qed.

Lemma cut_off_linked c border c' l : cut_off c border c' -> (forall i, In i l -> 0 <= i < border /\ vacant c i) ->
  cut_off c border (linked c' l).
Proof.
  intros C V i. destruct (in_dec Z.eq_dec i l) as [I|N]; [left | rewrite linked_other by auto].
  - destruct (V i I). repeat split; try apply linked_vacant; auto; [lia|]. intros j J. now apply V.
  - destruct (C i) as [(B & X & Y)|]; auto. left. repeat split; auto. destruct X as [n X]. exists n.
    now rewrite linked_other.
Qed.

End Chain.
